package dev.goldenrod.dataplane.k8s.simulated.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Starts processes that the kernel kills when the JVM ends, even if it is killed. The signal is
 * bound to the thread that started a process, so one thread starts all.
 */
public final class Launcher implements AutoCloseable {
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread made = new Thread(work, "simulated-launcher");
            made.setDaemon(true);
            return made;
          });

  Process start(ProcessBuilder builder) throws IOException {
    List<String> command = new ArrayList<>(List.of("setpriv", "--pdeathsig", "KILL", "--"));
    command.addAll(builder.command());
    builder.command(command);
    try {
      return thread.submit(builder::start).get();
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  /** Starts the script, and returns when it has written its first line. */
  Process startReady(List<String> before, String script, String... arguments) {
    List<String> command = new ArrayList<>(before);
    command.addAll(List.of("sh", "-c", script, "sh"));
    command.addAll(List.of(arguments));
    try {
      Process started = start(new ProcessBuilder(command));
      if (started.inputReader().readLine() == null) {
        String errors = new String(started.getErrorStream().readAllBytes());
        throw new IllegalStateException(
            "the simulated cluster could not create namespaces and mounts, which require root"
                + " with CAP_SYS_ADMIN and CAP_NET_ADMIN: "
                + errors);
      }
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
