import '../../dist/load.js';

export { default, options } from './idle.js';
