package dev.goldenrod.cli.run;

import dev.goldenrod.cli.connect.Login;
import dev.goldenrod.cli.session.WaitOptions;
import java.time.Duration;

/** A clone or branch that exists while a command runs. {@link #create} is called once. */
interface TemporaryDatabase {
  /**
   * Creates the clone or branch, and returns its login. Unless the lease is renewed, the server
   * expires the clone after the lease; a branch stays until a guard or the next run deletes it.
   */
  Login create(Duration lease, WaitOptions waiting);

  /** Returns the path in the API; valid after {@link #create}. */
  String path();

  /** Extends the lease to end that long from now. */
  void renew(Duration lease);

  void delete();

  /** Dismisses the guard process after the deletion. */
  void dismiss();
}
