import type { VideoProblem } from '#core/video/video-facts.ts'

/** Before the upload, the browser found that a file is not a complete video or not a PDF document. */
export class UnusableFile extends Error {
  readonly problem: VideoProblem | 'size'

  constructor(problem: VideoProblem | 'size') {
    super(problem)
    this.problem = problem
  }
}
