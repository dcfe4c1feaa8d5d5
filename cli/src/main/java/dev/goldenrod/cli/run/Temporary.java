package dev.goldenrod.cli.run;

import dev.goldenrod.cli.connect.Login;
import dev.goldenrod.cli.session.WaitOptions;
import java.time.Duration;

/** What is made for a command, and is gone when that has ended. Made once. */
interface Temporary {
  /**
   * Makes it.
   *
   * @param lease how long it is to last unless it is renewed
   */
  Login make(Duration lease, WaitOptions waiting);

  /** Where the server has it, once it is made. */
  String path();

  /** From now on it is to last that long. */
  void renew(Duration lease);

  /** Deletes it, and whatever of it there is. */
  void delete();

  /** Lets whoever watched over it go, because it is deleted. */
  void dismiss();
}
