const token = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;

/** Comments of a JSON text become spaces, so that everything else keeps its line and column. */
export function blankComments(text: string): string {
  return text.replace(token, (found) => (found.startsWith('"') ? found : found.replace(/[^\n]/g, ' ')));
}
