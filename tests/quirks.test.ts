import { everyQuirkPasses } from './quirk-services.ts';

everyQuirkPasses('conformance');
