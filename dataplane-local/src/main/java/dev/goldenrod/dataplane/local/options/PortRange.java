package dev.goldenrod.dataplane.local.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The ports of databases, both ends included. */
public record PortRange(int first, int last) {
  private static final int HIGHEST = 65535;
  private static final int UNPRIVILEGED = 1024;
  private static final PortRange COMMON = new PortRange(20000, 29999);
  private static final PortRange SHORT_LIVED = new PortRange(10000, 19999);

  public PortRange {
    if (first < UNPRIVILEGED || last < first || last > HIGHEST) {
      throw new IllegalArgumentException(
          "port range %d-%d must be within %d-%d, lowest first"
              .formatted(first, last, UNPRIVILEGED, HIGHEST));
    }
  }

  /**
   * Returns 20000 to 29999, ended below the ephemeral ports, since an outgoing connection on a
   * database's port would keep the database from binding it again.
   */
  public static PortRange usual() {
    return COMMON.belowEphemeral();
  }

  /** Returns 10000 to 19999, ended below the ephemeral ports, for short-lived servers. */
  public static PortRange shortLived() {
    return SHORT_LIVED.belowEphemeral();
  }

  private PortRange belowEphemeral() {
    int ephemeral = firstEphemeral();
    return ephemeral > first && ephemeral <= last ? new PortRange(first, ephemeral - 1) : this;
  }

  /** Parses a range such as {@code 20000-29999}. */
  public static PortRange parse(String text) {
    String[] ends = text.split("-", 2);
    try {
      return new PortRange(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "port range '%s' must be two numbers, for example 20000-29999".formatted(text), e);
    }
  }

  public int size() {
    return last - first + 1;
  }

  @Override
  public String toString() {
    return first + "-" + last;
  }

  /** The file has size 0 and returns its content to the first read only. */
  static int firstEphemeral() {
    try {
      String line = Files.readAllLines(Path.of("/proc/sys/net/ipv4/ip_local_port_range")).get(0);
      return Integer.parseInt(line.split("\\s+")[0]);
    } catch (IOException | NumberFormatException e) {
      return HIGHEST;
    }
  }
}
