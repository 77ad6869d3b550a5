import { load, tokenIsNowhere } from './canary.ts';
import { echoingOnTheWire } from './echoing-services.ts';

tokenIsNowhere('malformed answers', echoingOnTheWire, load);
