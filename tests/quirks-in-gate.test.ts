import { everyQuirkPasses } from './quirk-services.ts';

everyQuirkPasses('gate');
