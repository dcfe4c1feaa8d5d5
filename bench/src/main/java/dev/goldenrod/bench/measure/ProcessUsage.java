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

/** The resources that a Java process uses. Complete only on Linux. */
public record ProcessUsage(ProcessHandle process) {
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
}
