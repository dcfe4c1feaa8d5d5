package dev.goldenrod.dataplane.local;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Captures log output, which tests write to standard error. */
public final class CapturedLog {
  private CapturedLog() {}

  /** Runs the step and returns everything that was logged meanwhile, by any thread. */
  public static <E extends Exception> String of(Step<E> step) throws E {
    PrintStream before = System.err;
    ByteArrayOutputStream captured = new ByteArrayOutputStream();
    System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
    try {
      step.run();
    } finally {
      System.setErr(before);
    }
    return captured.toString(StandardCharsets.UTF_8);
  }

  public interface Step<E extends Exception> {
    void run() throws E;
  }
}
