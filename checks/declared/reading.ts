/** Stands with every finding of a declared check. */
export const declaredReading = 'Declared by the operator, not by the document.';
