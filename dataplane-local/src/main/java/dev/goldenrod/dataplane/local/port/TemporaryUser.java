package dev.goldenrod.dataplane.local.port;

import dev.goldenrod.dataplane.local.process.RunAs;

/**
 * The user for one piece of work, exclusive while this object is open unless it is the shared one.
 */
public record TemporaryUser(RunAs runAs, Runnable release) implements AutoCloseable {
  /** Kills all processes of the user and releases it. */
  @Override
  public void close() {
    runAs.killAll();
    release.run();
  }
}
