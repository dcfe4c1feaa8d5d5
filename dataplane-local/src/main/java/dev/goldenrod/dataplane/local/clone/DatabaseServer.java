package dev.goldenrod.dataplane.local.clone;

import dev.goldenrod.dataplane.local.clone.DatabaseEngine.Login;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The server process of one clone. Used by one thread at a time, but for {@link #prepare}. */
public interface DatabaseServer {
  /** Its process, whoever started it; empty when it does not run. */
  Optional<ProcessHandle> process();

  /**
   * Starts it, unless it runs, and waits until it accepts logins or the start is cancelled.
   *
   * @throws dev.goldenrod.port.DataPlaneException when it ends before that; the message has the end
   *     of its log
   */
  ProcessHandle start(BooleanSupplier cancelled);

  /**
   * Computes ahead what {@link #ensureLogin} will need of the password, in another thread than the
   * one that starts the server.
   */
  void prepare(String password);

  /** What clients log in as. */
  Login login();

  /**
   * Sees to it that a client can log in with the password: when this returns, one has, and has run
   * a query. The password goes into no log.
   *
   * @param isNew whether the password was never set on this volume
   * @throws dev.goldenrod.port.DataPlaneException when that cannot be done
   */
  void ensureLogin(String password, boolean isNew);

  /** Ends it at once and waits until it is gone; its data is about to be thrown away. */
  void abort();
}
