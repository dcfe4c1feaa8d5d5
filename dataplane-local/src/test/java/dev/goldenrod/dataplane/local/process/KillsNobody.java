package dev.goldenrod.dataplane.local.process;

import dev.goldenrod.dataplane.local.process.Processes.Signal;

/** Signals a user that has no process. Run by {@link RunAsTest} where no other process exists. */
final class KillsNobody {
  private KillsNobody() {}

  public static void main(String[] args) {
    RunAs user = RunAs.detect().numbered(2_000_000_012);
    user.killAll();
    user.signalAll(Signal.STOP);
    user.signalAll(Signal.CONT);
    System.out.println("with native code: " + SystemCalls.areAvailable());
  }
}
