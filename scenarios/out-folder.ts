/**
 * Where the report goes: OUT, else `results` beside the bundle's folder, else the working folder. k6 makes no folders,
 * and loses a report without a non-zero exit status when the folder is not there.
 */
export function outFolder(): string {
  const given = __ENV['OUT'];
  if (given !== undefined && given !== '') return given.replace(/\/+$/, '') || '/';
  try {
    open('../results/.keep');
    return import.meta
      .resolve('../results/')
      .replace(/^file:\/\//, '')
      .replace(/\/+$/, '');
  } catch {
    return '.';
  }
}
