package dev.goldenrod.dataplane.k8s.simulated.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One run of a container: a real process, which is process 1 of its PID namespace. */
public final class Container {
  private static final String SCRIPT =
      """
      set -e
      root=$2
      mount -n -a -T "$1"
      for link in /bin /sbin /lib /lib32 /lib64; do
        if [ -L $link ]; then cp -P $link "$root$link"; fi
      done
      mkdir -p "$root$4"
      if [ "$3" = ro ]; then mount -n -o remount,ro "$root"; fi
      shift 4
      exec chroot "$root" "$@"
      """;

  /**
   * The specification of a container.
   *
   * @param folder the directory of the container's own files on this machine
   */
  public record Spec(
      String name,
      Image image,
      List<String> command,
      Map<String, String> environment,
      String directory,
      long user,
      long group,
      List<String> groups,
      boolean readOnlyRoot,
      List<Mount> mounts,
      Path folder) {}

  public record Mount(Path source, String target, boolean readOnly) {
    String line(Path root) {
      return "%s %s%s none bind%s,X-mount.mkdir 0 0"
          .formatted(
              escape(source.toString()),
              escape(root.toString()),
              escape(target),
              readOnly ? ",ro" : "");
    }

    private static String escape(String path) {
      return path.replace("\\", "\\134").replace(" ", "\\040");
    }
  }

  private final Spec spec;
  private final Process process;
  private final long firstPid;
  private final Path log;

  private Container(Spec spec, Process process, long firstPid, Path log) {
    this.spec = spec;
    this.process = process;
    this.firstPid = firstPid;
    this.log = log;
  }

  public static Container start(NodeNamespaces machine, Sandbox sandbox, Spec spec, Path log)
      throws IOException {
    Path table = Files.writeString(spec.folder().resolve("mounts"), table(machine, spec));
    List<String> command = new ArrayList<>(sandbox.inside());
    command.addAll(
        List.of("unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", SCRIPT, "sh"));
    command.addAll(List.of(table.toString(), machine.root().toString()));
    command.add(spec.readOnlyRoot() ? "ro" : "rw");
    command.add(spec.directory());
    command.addAll(asUser(spec, List.of("--pdeathsig", "KILL"), spec.command()));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectErrorStream(true).redirectOutput(log.toFile());
    Process process = machine.launcher().start(builder);
    process.getOutputStream().close();
    return new Container(spec, process, firstPid(process), log);
  }

  private static String table(NodeNamespaces machine, Spec spec) {
    Path root = machine.root();
    List<String> lines = new ArrayList<>();
    lines.add("tmpfs %s tmpfs mode=755,size=1m 0 0".formatted(root));
    lines.add(new Mount(Path.of("/usr"), "/usr", true).line(root));
    lines.add(new Mount(Path.of("/etc"), "/etc", true).line(root));
    lines.add(new Mount(machine.devices(), "/dev", true).line(root));
    lines.add("tmpfs %s/dev/shm tmpfs mode=1777 0 0".formatted(root));
    lines.add("proc %s/proc proc nosuid,nodev,X-mount.mkdir 0 0".formatted(root));
    if (spec.mounts().stream().noneMatch(mount -> mount.target().equals("/tmp"))) {
      lines.add(
          "tmpfs %s/tmp tmpfs mode=1777,X-mount.mkdir%s 0 0"
              .formatted(root, spec.readOnlyRoot() ? ",ro" : ""));
    }
    spec.image()
        .folders()
        .forEach(path -> lines.add(new Mount(Path.of(path), path, true).line(root)));
    for (String file : List.of("passwd", "group", "hosts")) {
      lines.add("%s %s/etc/%s none bind,ro 0 0".formatted(spec.folder().resolve(file), root, file));
    }
    spec.mounts().forEach(mount -> lines.add(mount.line(root)));
    return String.join("\n", lines) + "\n";
  }

  private static List<String> asUser(Spec spec, List<String> options, List<String> wanted) {
    List<String> command = new ArrayList<>(List.of("env", "-i", "-C", spec.directory()));
    spec.environment().forEach((name, value) -> command.add(name + "=" + value));
    command.add("PATH=" + spec.environment().getOrDefault("PATH", spec.image().path()));
    command.addAll(List.of("setpriv", "--reuid", "" + spec.user(), "--regid", "" + spec.group()));
    command.add("--groups=" + String.join(",", spec.groups()));
    command.addAll(List.of("--no-new-privs", "--inh-caps=-all", "--bounding-set=-all"));
    command.addAll(options);
    command.add("--");
    command.addAll(wanted);
    return command;
  }

  /** Returns the ID of the container's process 1 once it has its own root; 0 if it has ended. */
  private static long firstPid(Process process) throws IOException {
    Path children = Path.of("/proc/%d/task/%d/children".formatted(process.pid(), process.pid()));
    while (process.isAlive()) {
      String first = text(children);
      if (!first.isEmpty() && hasRoot(first)) {
        return Long.parseLong(first);
      }
      pause();
    }
    return 0;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file).trim();
    } catch (IOException e) {
      return "";
    }
  }

  private static boolean hasRoot(String pid) {
    try {
      return !Files.readSymbolicLink(Path.of("/proc", pid, "root")).toString().equals("/");
    } catch (IOException e) {
      return false;
    }
  }

  private static void pause() throws IOException {
    try {
      TimeUnit.MILLISECONDS.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  public Process exec(Launcher launcher, List<String> wanted) throws IOException {
    List<String> command = new ArrayList<>(List.of("nsenter", "-t", "" + firstPid));
    command.addAll(List.of("-m", "-n", "-p", "-i", "-u", "-r", "--wd=/"));
    command.addAll(asUser(spec, List.of(), wanted));
    return launcher.start(new ProcessBuilder(command));
  }

  public void signal(boolean kill) {
    ProcessHandle.of(firstPid).ifPresent(one -> end(one, kill));
  }

  private static void end(ProcessHandle one, boolean kill) {
    if (kill) {
      one.destroyForcibly();
    } else {
      one.destroy();
    }
  }

  public Process process() {
    return process;
  }

  public Path log() {
    return log;
  }

  public long firstPid() {
    return firstPid;
  }
}
