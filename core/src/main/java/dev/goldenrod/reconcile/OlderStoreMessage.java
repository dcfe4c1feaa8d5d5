package dev.goldenrod.reconcile;

import dev.goldenrod.port.OlderStoreException;
import dev.goldenrod.port.StoreMark;
import java.util.List;
import java.util.UUID;

/** Explains why a store may not use a data plane, and the remedy. */
final class OlderStoreMessage {
  private static final String WAY_OUT =
      "use the store that was last used there, or start with --accept-older-store (programs:"
          + " ControlPlaneBuilder.acceptOlderStore), which deletes nothing and quarantines what this"
          + " store does not know";

  private OlderStoreMessage() {}

  /** Returns the refusal. The store's known marks are in ascending order. */
  static OlderStoreException refusal(
      UUID orgId, List<StoreMark> known, StoreMark kept, String location) {
    return new OlderStoreException(reason(orgId, known, kept, location), WAY_OUT);
  }

  private static String reason(UUID orgId, List<StoreMark> known, StoreMark kept, String location) {
    if (!kept.owner().equals(orgId)) {
      return "%s belongs to another store, whose organisation is %s; this store's organisation is %s"
          .formatted(location, kept.owner(), orgId);
    }
    if (known.isEmpty()) {
      return "this store has no record of %s, which a later state of this store left at %s"
          .formatted(location, text(kept));
    }
    StoreMark last = known.get(known.size() - 1);
    String fault =
        last.number() < kept.number()
            ? "this store is older than the data in %s"
            : "this store is a copy of the store that now uses %s";
    return (fault + ": the store is at %s, the data plane at %s")
        .formatted(location, text(last), text(kept));
  }

  private static String text(StoreMark mark) {
    return "mark %d of %s".formatted(mark.number(), mark.at());
  }
}
