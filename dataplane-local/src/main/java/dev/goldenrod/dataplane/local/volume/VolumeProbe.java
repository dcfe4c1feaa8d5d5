package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.dataplane.local.process.PollInterval;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.Processes.Signal;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Standstill;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tests a new store before it is used: writes to a clone continuously like an engine, copies it
 * meanwhile, and checks that both remain writable. Remembers which kinds of volumes work for a user
 * on a file system, so that a process with several data directories tests each kind once.
 */
record VolumeProbe(VolumeStore store, RunAs user, Path log) {
  private static final String PREFIX = "probe-";
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration FIRST_POLL = Duration.ofMillis(1);

  private static final String OLD_FILES =
      "cd \"$1\" && mkdir moved && for f in open late gone moved/file; do echo old >$f || exit; done";

  /**
   * Logs its progress. At the end, also changes files that the clone has from its golden.
   * Terminates by itself if Goldenrod dies.
   */
  private static final String WRITER =
      """
      end=
      trap 'end=1' TERM
      cd "$1" || exit
      step() { echo "$1" >&8 && sync open && echo "$1" >new && mv new made && sync made; }
      cat late gone moved/file >seen && exec 8>>open && step 1 && echo writing || exit
      n=0
      until [ "$end" ] || [ $n = 2000000 ]; do
        n=$((n + 1))
        echo $n >&8 && echo $n >written || exit
      done
      echo new >>late && rm gone && rm -r moved && mkdir moved && echo new >moved/file || exit
      step 2 && echo ended
      """;

  private static final Set<Trial> WORKING = ConcurrentHashMap.newKeySet();

  private record Trial(String what, String user, String fileSystem) {}

  interface Attempt {
    void run() throws IOException;
  }

  /** Runs the attempt, unless one for the same user and file system has succeeded before. */
  static void tryOnce(String what, VolumeContext context, Attempt attempt) throws IOException {
    Trial trial = new Trial(what, context.runAs().userName(), fileSystem(context));
    if (!WORKING.contains(trial)) {
      attempt.run();
      WORKING.add(trial);
    }
  }

  private static String fileSystem(VolumeContext context) throws IOException {
    return Files.exists(XfsImage.path(context))
        ? "an XFS image"
        : Files.getFileStore(context.root().volumes()).toString();
  }

  /**
   * Tests the store, and removes all test volumes.
   *
   * @param folder the folder for the writers' output
   * @throws DataPlaneException if databases would not work on the store
   */
  static void run(VolumeStore store, RunAs user, Path folder) throws IOException {
    Path log = Files.createTempFile(folder, ".probe-", ".log", OwnerOnly.FILE);
    VolumeProbe probe = new VolumeProbe(store, user, log);
    try {
      probe.removeAll();
      probe.run();
    } finally {
      probe.removeAll();
      Files.delete(log);
    }
  }

  private void run() throws IOException {
    Path golden = store.create(name("golden"));
    Tool.run(user.command(List.of("sh", "-c", OLD_FILES, "sh", data(golden))));
    store.freeze(name("golden"));
    store.clone(name("golden"), name("one"), user);
    Process writer = write("one", "writing");
    store.size(name("one"));
    Path folder = store.path(name("one"));
    Standstill.during(user, folder, () -> store.copy(name("one"), name("copy")));
    store.freeze(name("copy"));
    store.clone(name("copy"), name("two"), user);
    Process other = write("two", "writing\nwriting");
    end(writer, "writing\nwriting\nended");
    end(other, "writing\nwriting\nended\nended");
  }

  private Process write(String volume, String expected) throws IOException {
    Path root = store.path(name(volume));
    List<String> command = List.of("sh", "-c", WRITER, "sh", data(root));
    List<String> line = store.command(name(volume), command);
    Process process = Processes.startDetached(user, root, line, Map.of(), log);
    await(process, expected);
    return process;
  }

  private void end(Process writer, String expected) throws IOException {
    Processes.send(Signal.TERM, writer.toHandle());
    await(writer, expected);
  }

  private void await(Process process, String expected) throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    PollInterval poll = PollInterval.from(FIRST_POLL);
    while (!said().equals(expected)) {
      boolean isOver = !process.isAlive() || System.nanoTime() - deadline >= 0;
      if (isOver && !said().equals(expected)) {
        throw new DataPlaneException(
            "a program that writes to a volume while the volume is copied does not continue: it printed '%s'"
                .formatted(said()));
      }
      poll.pause();
    }
  }

  private String said() throws IOException {
    return Files.readString(log).strip();
  }

  private void removeAll() {
    for (String volume : List.of("one", "two", "copy", "golden")) {
      if (store.exists(name(volume))) {
        Processes.killAll(store.path(name(volume)), PATIENCE);
        store.remove(name(volume));
      }
    }
  }

  static boolean isOne(String name) {
    return name.startsWith(PREFIX);
  }

  private static String name(String volume) {
    return PREFIX + volume;
  }

  private static String data(Path volume) {
    return volume.resolve(VolumeStore.DATA).toString();
  }
}
