package dev.goldenrod.bench.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A measured server in a process of its own, with the JVM options of this process. It announces its
 * address in one line, and ends with its standard input, so that it does not outlive its parent.
 */
public final class ServerProcess implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 10;

  private final Process process;
  private final BufferedReader output;
  private final List<String> announced;

  private ServerProcess(Process process, BufferedReader output, List<String> announced) {
    this.process = process;
    this.output = output;
    this.announced = announced;
  }

  /** Runs the class in a new JVM, or throws a {@link BenchFailure} if it ends before it listens. */
  public static ServerProcess start(Class<?> main, List<String> arguments) {
    return start(main, arguments, Map.of());
  }

  /** Runs the class with additional environment variables. */
  public static ServerProcess start(
      Class<?> main, List<String> arguments, Map<String, String> environment) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.INHERIT);
    builder.environment().put("GOLDENROD_LOG_LEVEL", "WARN");
    builder.environment().put("GOLDENROD_CONFIG", "/dev/null");
    builder.environment().putAll(environment);
    try {
      Process process = builder.start();
      BufferedReader output = process.inputReader();
      return new ServerProcess(process, output, announced(output, main));
    } catch (IOException e) {
      throw new UncheckedIOException("a server for the benchmark cannot be started", e);
    }
  }

  private static List<String> announced(BufferedReader output, Class<?> main) throws IOException {
    String line = output.readLine();
    if (line == null) {
      throw new BenchFailure(main.getSimpleName() + " ended before it listened");
    }
    return List.of(line.split(" "));
  }

  public List<String> announced() {
    return announced;
  }

  public Stream<String> lines() {
    return output.lines();
  }

  /** Sends the line to the standard input of the process. */
  public void sendLine(String line) {
    try {
      process.outputWriter().write(line + "\n");
      process.outputWriter().flush();
    } catch (IOException e) {
      throw new UncheckedIOException("a server for the benchmark ended", e);
    }
  }

  public ProcessUsage usage() {
    return new ProcessUsage(process.toHandle());
  }

  /** Announces the address, and returns when the standard input ends. For the server's process. */
  public static void announceAndWait(Object... words) throws IOException {
    System.out.println(String.join(" ", List.of(words).stream().map(Object::toString).toList()));
    System.in.transferTo(OutputStream.nullOutputStream());
  }

  public void kill() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchFailure("interrupted", e);
    }
  }

  /** Terminates a process that does not end with its standard input. */
  public void terminate() {
    process.destroy();
    close();
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException | InterruptedException e) {
      process.destroyForcibly();
    }
  }
}
