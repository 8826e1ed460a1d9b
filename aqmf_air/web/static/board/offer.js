// One offered order, with its odds, before it is given.

import { Proposal } from "./proposal.js";
import { sentence } from "./dom.js";

export class AimedOffer {
  constructor(room, offer) {
    this.room = room;
    this.offer = offer;
  }

  open() {
    const { room, offer } = this;
    room.map.mark("chosen", (name) => name === offer.subject);
    this.proposal = new Proposal(room, "Order it");
    room.show(this.proposal.node, sentence(offer.title), this.proposal.foot);
    this.proposal.set(offer.command, 0);
  }

  close() {
    this.proposal.stop();
  }
}
