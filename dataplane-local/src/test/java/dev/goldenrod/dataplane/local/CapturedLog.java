package dev.goldenrod.dataplane.local;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What is logged meanwhile. */
public final class CapturedLog {
  private CapturedLog() {}

  /** Takes the step, and returns what everybody logged until it ended. */
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

  /** A step of a test. */
  public interface Step<E extends Exception> {
    /** Takes the step. */
    void run() throws E;
  }
}
