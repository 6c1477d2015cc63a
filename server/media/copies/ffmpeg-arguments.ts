import type { CopyPlan, VideoEncoding } from '#core/media/plan-video-copy.ts'

/**
 * The decoders that ffmpeg may use: the video codecs of `plan-video-copy.ts`, and common audio codecs. Uploaded files may
 * be hostile, and most vulnerabilities of ffmpeg are in rare decoders.
 */
const DECODERS = [
  'h264',
  'hevc',
  'vp8',
  'libvpx',
  'vp9',
  'libvpx-vp9',
  'av1',
  'libdav1d',
  'libaom-av1',
  'mpeg4',
  'prores',
  'aac',
  'aac_fixed',
  'mp3',
  'mp3float',
  'alac',
  'ac3',
  'eac3',
  'opus',
  'libopus',
  'flac',
  'pcm_s16le',
  'pcm_s16be',
  'pcm_s24le',
  'pcm_s24be',
  'pcm_s32le',
  'pcm_s32be',
  'pcm_f32le',
  'pcm_f32be',
]
/** The number of threads. It is small, because each thread keeps several frames in memory. */
const THREADS = '2'
/** The largest frame to decode: 8K. */
const MAX_PIXELS = 7_680 * 4_320
/** Frames of this quality look like the original. Lower numbers are better. */
const QUALITY = '21'
const SECONDS_PER_KEY_FRAME = 2

/**
 * The arguments with which ffmpeg converts a video. They contain numbers and the given paths only. The format of the
 * input is fixed, because `readVideoFacts` has read the file. ffmpeg opens no other file or address.
 */
export function ffmpegArguments(plan: CopyPlan, framesPerSecond: number, input: string, output: string): string[] {
  return [
    '-nostdin',
    '-hide_banner',
    '-nostats',
    '-loglevel',
    'error',
    '-progress',
    'pipe:1',
    '-protocol_whitelist',
    'file,pipe',
    '-f',
    'mov',
    '-enable_drefs',
    '0',
    '-use_absolute_path',
    '0',
    '-codec_whitelist',
    DECODERS.join(','),
    '-max_pixels',
    String(MAX_PIXELS),
    '-threads',
    THREADS,
    '-i',
    `file:${input}`,
    '-map',
    '0:V:0',
    '-map',
    '0:a:0?',
    '-sn',
    '-dn',
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    ...(plan.video === 'keep' ? ['-c:v', 'copy'] : encodingArguments(plan.video, framesPerSecond)),
    ...(plan.audio === 'keep'
      ? ['-c:a', 'copy']
      : ['-c:a', 'aac', '-b:a', `${plan.audio.kilobits}k`, '-ac', '2', '-ar', '48000']),
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
    `file:${output}`,
  ]
}

function encodingArguments(encoding: VideoEncoding, framesPerSecond: number): string[] {
  const { width, height, maxKilobits } = encoding
  const rate = encoding.framesPerSecond ?? framesPerSecond
  const filters = [
    ...(encoding.framesPerSecond === null ? [] : [`fps=${encoding.framesPerSecond}`]),
    `scale=${width}:${height}`,
    'setsar=1',
    // Players and networks expect 8 bits per colour channel.
    'format=yuv420p',
  ]
  return [
    '-vf',
    filters.join(','),
    '-c:v',
    'libx264',
    '-profile:v',
    'high',
    '-preset',
    'veryfast',
    '-threads',
    THREADS,
    '-crf',
    QUALITY,
    '-maxrate',
    `${maxKilobits}k`,
    '-bufsize',
    `${maxKilobits}k`,
    '-g',
    String(Math.max(1, Math.round(rate * SECONDS_PER_KEY_FRAME))),
  ]
}
