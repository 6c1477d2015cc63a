import type { VideoProblem } from '#core/video/video-facts.ts'

/** The browser found before the upload that a file is no complete video, or no PDF document. */
export class UnusableFile extends Error {
  readonly problem: VideoProblem | 'size'

  constructor(problem: VideoProblem | 'size') {
    super(problem)
    this.problem = problem
  }
}
