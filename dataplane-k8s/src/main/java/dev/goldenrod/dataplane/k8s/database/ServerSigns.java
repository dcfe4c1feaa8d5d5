package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.dataplane.k8s.work.Trouble;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What a pod shows of its server again and again: whether it listens, the lines of its pid file,
 * and {@link #END}. Takes line after line from one thread; any thread may ask.
 */
final class ServerSigns implements Consumer<String> {
  static final String LISTENS = "listens";
  static final String END = "--";

  private static final int MOST_LINES = 64;
  private static final int LONGEST_LINE = 8192;

  private final Predicate<List<String>> isReadyFile;
  private final List<String> shown = new ArrayList<>();
  private volatile boolean isReady;

  /**
   * Nothing is shown yet.
   *
   * @param isReadyFile whether those lines are the pid file of a server that listens and is ready
   */
  ServerSigns(Predicate<List<String>> isReadyFile) {
    this.isReadyFile = isReadyFile;
  }

  /** Whether the server was seen to accept logins. */
  boolean isReady() {
    return isReady;
  }

  /**
   * Takes the next line.
   *
   * @throws Trouble when no server writes such a pid file
   */
  @Override
  public void accept(String line) {
    if (line.equals(END)) {
      isReady |= !shown.isEmpty() && showsReady();
      shown.clear();
    } else if (shown.size() < MOST_LINES && line.length() < LONGEST_LINE) {
      shown.add(line);
    } else {
      throw Trouble.passing("its server's pid file is damaged");
    }
  }

  /**
   * The pid file counts once the server listens: until the pod has begun to start it, there may be
   * the file of the server whose data was copied.
   */
  private boolean showsReady() {
    List<String> pidFile = new ArrayList<>(shown.subList(1, shown.size()));
    // The empty line that ends a file whose last line has no end.
    while (!pidFile.isEmpty() && pidFile.get(pidFile.size() - 1).isEmpty()) {
      pidFile.remove(pidFile.size() - 1);
    }
    return shown.get(0).equals(LISTENS) && isReadyFile.test(pidFile);
  }
}
