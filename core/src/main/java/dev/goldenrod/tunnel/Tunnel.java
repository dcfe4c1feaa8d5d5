package dev.goldenrod.tunnel;

import java.util.function.Consumer;

/** A member's connection to its database, which ends with the token that it was opened with. */
public interface Tunnel extends ClientConnection {
  /**
   * Registers who is told when the tunnel is ended by somebody else than its two sides, before it
   * is; at once when it was. A tunnel without is ended after half a minute.
   */
  void onEnd(Consumer<TunnelEnd> listener);
}
