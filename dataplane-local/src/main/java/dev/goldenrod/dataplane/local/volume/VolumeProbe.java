package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.dataplane.local.file.OwnerOnly;
import dev.goldenrod.dataplane.local.process.PollInterval;
import dev.goldenrod.dataplane.local.process.Processes;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Signal;
import dev.goldenrod.dataplane.local.process.Standstill;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Tries what databases need of a store before their data is on it: a clone is written to all the
 * time, as by an engine, and copied meanwhile; then both go on.
 */
final class VolumeProbe {
  private static final String PREFIX = "probe-";
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration FIRST_POLL = Duration.ofMillis(1);

  private static final String OLD_FILES =
      "cd \"$1\" && mkdir moved && for f in open late gone moved/file; do echo old >$f || exit; done";

  /**
   * Says how far it came, and does what brings old files into a clone at the end too. Without
   * Goldenrod, it ends by itself.
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

  private final VolumeStore store;
  private final RunAs user;
  private final Path log;

  private VolumeProbe(VolumeStore store, RunAs user, Path log) {
    this.store = store;
    this.user = user;
    this.log = log;
  }

  /**
   * Tries the store, and leaves nothing in it.
   *
   * @param folder for what the writers say
   * @throws DataPlaneException when databases would not work on it
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
            "a program that writes to a volume while it is copied does not go on: it said '%s'"
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

  /** Whether a file name in the folder of the volumes is that of one that a probe makes. */
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
