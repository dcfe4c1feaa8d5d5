package dev.goldenrod.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs a program on its own pseudo-terminal, with {@code script} of util-linux. */
final class PseudoTerminal implements AutoCloseable {
  static final String CTRL_C = "\u0003";

  private static final int PATIENCE_SECONDS = 120;

  private final Process process;
  private final StringBuilder shown = new StringBuilder();
  private final Thread reader;

  private PseudoTerminal(Process process) {
    this.process = process;
    this.reader = new Thread(this::read, "pseudo-terminal");
    reader.start();
  }

  /** Runs the command line with these environment variables only. */
  static PseudoTerminal start(Map<String, String> environment, Path folder, String... words)
      throws IOException {
    String program =
        Stream.concat(
                Stream.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Dgoldenrod.terminals=in,out,err",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    "dev.goldenrod.cli.Main"),
                Stream.of(words))
            .map(word -> "'" + word.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    ProcessBuilder builder =
        // Tests that run in the background ignore SIGINT, which the program would inherit.
        new ProcessBuilder(
                List.of(
                    "env", "--default-signal", "script", "-qefc", "exec " + program, "/dev/null"))
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().put("PATH", System.getenv("PATH"));
    builder.environment().put("SHELL", "/bin/sh");
    builder.environment().putIfAbsent("TERM", "xterm");
    return new PseudoTerminal(builder.start());
  }

  private void read() {
    byte[] part = new byte[4096];
    try (InputStream in = process.getInputStream()) {
      for (int count = in.read(part); count >= 0; count = in.read(part)) {
        add(new String(part, 0, count, StandardCharsets.UTF_8));
      }
    } catch (IOException ended) {
      // The program has ended; the output so far counts.
    }
  }

  private synchronized void add(String text) {
    shown.append(text);
    notifyAll();
  }

  synchronized void await(String text) throws InterruptedException, TimeoutException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (shown.indexOf(text) < 0) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (left <= 0) {
        throw new TimeoutException("'%s' is not shown in: %s".formatted(text, shown));
      }
      wait(left);
    }
  }

  void type(String text) throws IOException {
    process.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    process.getOutputStream().flush();
  }

  /** Waits for the end and returns the exit code. */
  int end() throws InterruptedException, TimeoutException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new TimeoutException("it has not ended; it shows: " + shown());
    }
    reader.join();
    return process.exitValue();
  }

  synchronized String shown() {
    return shown.toString();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
