package dev.goldenrod.bench.measure;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * A measured server in a process of its own, with the JVM options of this process. It announces its
 * address in one line, and ends with its standard input, so that it does not outlive its parent.
 * The figures of its resources are complete only on Linux.
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

  /** Returns the URL that the process announced as its last word. */
  public URI address() {
    return URI.create(announced.get(announced.size() - 1));
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

  /** Returns the processor time since the start of the process. */
  public Duration processorTime() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** Returns the resident memory in bytes, including shared libraries. */
  public long residentBytes() {
    return status("VmRSS:") << 10;
  }

  public long threads() {
    return status("Threads:");
  }

  private long status(String field) {
    try (Stream<String> lines =
        Files.lines(Path.of("/proc", Long.toString(process.pid()), "status"))) {
      return lines
          .filter(line -> line.startsWith(field))
          .mapToLong(line -> Long.parseLong(line.split("\\s+")[1]))
          .findFirst()
          .orElseThrow(() -> new BenchFailure("the status of the process lacks " + field));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the status of process " + process.pid(), e);
    }
  }

  /** Runs a garbage collection in the process, and returns the used bytes of its heap. */
  public long heapBytesAfterCollection() {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(process.pid()));
      try (JMXConnector connector =
          JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()))) {
        MemoryMXBean memory =
            ManagementFactory.getPlatformMXBean(
                connector.getMBeanServerConnection(), MemoryMXBean.class);
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
      } finally {
        machine.detach();
      }
    } catch (IOException | AttachNotSupportedException e) {
      throw new BenchFailure("cannot read the heap size of process " + process.pid() + ": " + e, e);
    }
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
