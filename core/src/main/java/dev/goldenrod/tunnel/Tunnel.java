package dev.goldenrod.tunnel;

import java.util.function.Consumer;

/** A member's connection to its database. It ends when the token that it was opened with does. */
public interface Tunnel extends ClientConnection {
  /**
   * Registers the listener that is called before the server ends the tunnel, or at once if the
   * server has ended it. A tunnel without a listener is ended after half a minute.
   */
  void onEnd(Consumer<TunnelEnd> listener);
}
