package dev.goldenrod.dataplane.k8s.simulated.process;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The namespaces that the containers of a pod share: network, host name and IPC. */
public final class Sandbox implements AutoCloseable {
  private static final String SCRIPT =
      """
      set -e
      hostname "$1"
      ip link add eth0 type veth peer name "$2" netns "$3"
      ip -batch - <<END
      link set lo up
      addr add $4/32 dev eth0
      link set eth0 up
      route add $5 dev eth0
      route add default via $5
      END
      nsenter -t "$3" -n ip -batch - <<END
      addr add $5/32 dev $2
      link set $2 up
      route replace $4/32 dev $2
      END
      nsenter -t "$3" -n sh -c 'echo 1 > "/proc/sys/net/ipv4/conf/$1/forwarding"' sh "$2"
      echo ready
      exec sleep infinity
      """;
  private static final String RELAY =
      """
      use Socket;
      sub copy {
        my ($from, $to) = @_;
        while (sysread($from, my $data, 65536)) {
          for (my $done = 0; $done < length $data; ) {
            $done += syswrite($to, $data, length($data) - $done, $done) || exit 1;
          }
        }
      }
      socket(my $port, PF_INET, SOCK_STREAM, 0);
      connect($port, sockaddr_in($ARGV[0], INADDR_LOOPBACK))
        or print STDERR "dial tcp4 127.0.0.1:$ARGV[0]: connect: " . lcfirst($!) and exit 1;
      my $input = fork();
      if ($input) {
        copy($port, *STDOUT);
        kill 'KILL', $input;
      } else {
        close STDOUT;
        copy(*STDIN, $port);
        shutdown $port, 1;
      }
      """;

  private final NodeNamespaces machine;
  private final String address;
  private final Process process;

  public Sandbox(NodeNamespaces machine, String hostName) {
    this.machine = machine;
    address = machine.allocateAddress();
    List<String> before = new ArrayList<>(machine.inside());
    before.addAll(List.of("unshare", "--net", "--uts", "--ipc"));
    process =
        machine
            .launcher()
            .startReady(
                before,
                SCRIPT,
                hostName,
                machine.nextLink(),
                "" + ProcessHandle.current().pid(),
                address,
                machine.gateway());
  }

  public String address() {
    return address;
  }

  /** Returns the prefix of a command that runs in the pod's network and on the node's mounts. */
  public List<String> inside() {
    List<String> command = new ArrayList<>(machine.inside());
    command.addAll(List.of("nsenter", "-t", "" + process.pid(), "-n", "-i", "-u"));
    return command;
  }

  /** Starts a process that relays its standard streams to a port of the pod's loopback address. */
  public Process connect(int port) throws IOException {
    String pid = "" + process.pid();
    return machine
        .launcher()
        .start(new ProcessBuilder("nsenter", "-t", pid, "-n", "perl", "-e", RELAY, "" + port));
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
    machine.releaseAddress(address);
  }
}
