package dev.goldenrod.bench.measure;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** What a Java process takes of the machine. Linux alone tells all of it. */
public record ProcessUsage(ProcessHandle process) {
  /** The processor time since its start. */
  public Duration processorTime() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** The bytes of memory that it has in use, shared libraries included. */
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
          .orElseThrow(() -> new BenchFailure("the system does not tell " + field));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot look at process " + process.pid(), e);
    }
  }

  /** The bytes of objects that a garbage collection, made now, leaves in its heap. */
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
      throw new BenchFailure("cannot look into process " + process.pid() + ": " + e, e);
    }
  }
}
