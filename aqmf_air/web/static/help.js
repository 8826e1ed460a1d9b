// The signs of what happens on a table, as its key has them.

import { element } from "./board/dom.js";
import { signsOfEvents } from "./board/legend.js";

const happens = element("#happens");
element("ul", happens).append(...signsOfEvents());
happens.hidden = false;
