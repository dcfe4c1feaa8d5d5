package dev.goldenrod.dataplane.k8s.simulated.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** The mount and network namespaces of the simulated node, which vanish with their process. */
public final class NodeNamespaces implements AutoCloseable {
  private static final List<String> TOOLS =
      List.of("unshare", "nsenter", "setpriv", "ip", "mount", "chroot", "perl");
  private static final String SCRIPT =
      """
      set -e
      mount -n -t tmpfs -o mode=755 node "$1"
      mkdir "$1/dev" "$1/root"
      for device in null:3 zero:5 full:7 random:8 urandom:9; do
        mknod -m 666 "$1/dev/${device%:*}" c 1 "${device#*:}"
      done
      ln -s /proc/self/fd "$1/dev/fd"
      ln -s /proc/self/fd/0 "$1/dev/stdin"
      ln -s /proc/self/fd/1 "$1/dev/stdout"
      ln -s /proc/self/fd/2 "$1/dev/stderr"
      mkdir "$1/dev/shm"
      ip link add eth0 type veth peer name "$2" netns "$3"
      nsenter -t "$3" -n ip -batch - <<END
      addr add $4/32 dev $2
      link set $2 up
      END
      echo ready
      exec sleep infinity
      """;

  private final Launcher launcher;
  private final Path folder;
  private final String prefix;
  private final String network;
  private final Process process;
  private final AtomicInteger links = new AtomicInteger();
  private final BitSet addresses = new BitSet();

  public NodeNamespaces(Launcher launcher, Path folder) {
    requireAbilities();
    this.launcher = launcher;
    this.folder = folder;
    prefix =
        "gs%s"
            .formatted(
                Integer.toString(ThreadLocalRandom.current().nextInt(36 * 36 * 36 * 36), 36));
    network = freeNetwork();
    addresses.set(0, 2);
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    process =
        launcher.startReady(
            List.of("unshare", "--mount", "--net"),
            SCRIPT,
            folder.toString(),
            nextLink(),
            "" + ProcessHandle.current().pid(),
            gateway());
  }

  private static void requireAbilities() {
    for (String tool : TOOLS) {
      if (find(tool) == null) {
        throw new IllegalStateException(
            "the simulated cluster runs pods in namespaces and needs the program " + tool);
      }
    }
    if (!"root".equals(System.getProperty("user.name"))) {
      throw new IllegalStateException(
          "the simulated cluster runs pods in namespaces and mounts: run the tests as root");
    }
  }

  private static Path find(String tool) {
    for (String directory : (System.getenv("PATH") + ":/usr/sbin:/sbin").split(":")) {
      Path program = Path.of(directory, tool);
      if (Files.isExecutable(program)) {
        return program;
      }
    }
    return null;
  }

  /** Returns the first three numbers of an IPv4 network that no interface of this machine uses. */
  private static String freeNetwork() {
    try {
      List<String> taken =
          NetworkInterface.networkInterfaces()
              .flatMap(one -> one.getInterfaceAddresses().stream())
              .map(one -> one.getAddress().getHostAddress())
              .toList();
      while (true) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        String tried =
            String.format(Locale.ROOT, "10.%d.%d.", random.nextInt(200, 240), random.nextInt(256));
        if (taken.stream().noneMatch(address -> address.startsWith(tried))) {
          return tried;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String gateway() {
    return network + "1";
  }

  String nextLink() {
    return prefix + "x" + links.incrementAndGet();
  }

  synchronized String allocateAddress() {
    int number = addresses.nextClearBit(2);
    if (number > 254) {
      throw new IllegalStateException("the simulated node has no free address for a pod");
    }
    addresses.set(number);
    return network + number;
  }

  synchronized void releaseAddress(String address) {
    addresses.clear(Integer.parseInt(address.substring(network.length())));
  }

  /** Returns the mount point of containers' roots, each in its own mount namespace. */
  Path root() {
    return folder.resolve("root");
  }

  Path devices() {
    return folder.resolve("dev");
  }

  public Launcher launcher() {
    return launcher;
  }

  List<String> inside() {
    return List.of("nsenter", "-t", "" + process.pid(), "-m");
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
