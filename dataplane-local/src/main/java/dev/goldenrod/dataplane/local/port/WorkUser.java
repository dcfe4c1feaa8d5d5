package dev.goldenrod.dataplane.local.port;

import dev.goldenrod.dataplane.local.process.RunAs;

/**
 * The user of one piece of work. Where users of their own can be had, nobody else of the machine
 * has it while this is open.
 *
 * @param runAs the user
 * @param giveBack ends the reservation of the user's id
 */
public record WorkUser(RunAs runAs, Runnable giveBack) implements AutoCloseable {
  /** Kills all that the user runs. */
  @Override
  public void close() {
    runAs.killAll();
    giveBack.run();
  }
}
