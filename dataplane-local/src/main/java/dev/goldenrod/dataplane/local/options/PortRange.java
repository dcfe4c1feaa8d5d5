package dev.goldenrod.dataplane.local.options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Ports that databases get theirs from, both ends included. */
public record PortRange(int first, int last) {
  private static final int HIGHEST = 65535;
  private static final int UNPRIVILEGED = 1024;
  private static final PortRange COMMON = new PortRange(20000, 29999);
  private static final PortRange SHORT_LIVED = new PortRange(10000, 19999);

  public PortRange {
    if (first < UNPRIVILEGED || last < first || last > HIGHEST) {
      throw new IllegalArgumentException(
          "port range %d-%d is not within %d-%d, lowest first"
              .formatted(first, last, UNPRIVILEGED, HIGHEST));
    }
  }

  /**
   * 20000 to 29999, cut short where the system begins to take ports for outgoing connections, since
   * one of those would keep a database from getting its port back.
   */
  public static PortRange usual() {
    return COMMON.belowEphemeral();
  }

  /** 10000 to 19999, cut short likewise: for servers that end before the one that started them. */
  public static PortRange shortLived() {
    return SHORT_LIVED.belowEphemeral();
  }

  private PortRange belowEphemeral() {
    int ephemeral = firstEphemeral();
    return ephemeral > first && ephemeral <= last ? new PortRange(first, ephemeral - 1) : this;
  }

  /**
   * The range in that notation.
   *
   * @param text as in {@code 20000-29999}
   */
  public static PortRange parse(String text) {
    String[] ends = text.split("-", 2);
    try {
      return new PortRange(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "port range '%s' is not two numbers, as in 20000-29999".formatted(text), e);
    }
  }

  public int size() {
    return last - first + 1;
  }

  @Override
  public String toString() {
    return first + "-" + last;
  }

  /** The file has no size, and gives what it has to the first read alone. */
  static int firstEphemeral() {
    try {
      String line = Files.readAllLines(Path.of("/proc/sys/net/ipv4/ip_local_port_range")).get(0);
      return Integer.parseInt(line.split("\\s+")[0]);
    } catch (IOException | NumberFormatException e) {
      return HIGHEST;
    }
  }
}
