package dev.goldenrod.bench.branch;

import dev.goldenrod.bench.measure.BenchFailure;
import dev.goldenrod.bench.measure.Samples;
import java.sql.SQLException;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Measures snapshots and branches of the same data that are made in several ways, in turns; another
 * way begins in the next round.
 */
final class BranchMeasurement {
  /**
   * The figures of one way in milliseconds.
   *
   * @param snapshot until the snapshot is ready
   * @param snapshotPause the longest pause of a client of the database during the snapshots
   * @param branch until the branch runs
   * @param branchPause the longest pause of a client of the database during the branches
   */
  record Measured(Samples snapshot, Samples snapshotPause, Samples branch, Samples branchPause) {
    Measured() {
      this(new Samples(), new Samples(), new Samples(), new Samples());
    }
  }

  private final List<CopiedDatabase> ways;
  private final Function<CopiedDatabase, WriteLoad> load;

  /**
   * @param load starts the clients that write to a database while it is copied
   */
  BranchMeasurement(List<CopiedDatabase> ways, Function<CopiedDatabase, WriteLoad> load) {
    this.ways = ways;
    this.load = load;
  }

  /** Measures the rounds, after warm-up rounds whose figures are dropped. */
  List<Measured> run(int warmUps, int rounds) {
    for (int i = 0; i < warmUps; i++) {
      round(i, empty());
    }
    List<Measured> measured = empty();
    for (int i = 0; i < rounds; i++) {
      round(i, measured);
    }
    return measured;
  }

  private List<Measured> empty() {
    return Stream.generate(Measured::new).limit(ways.size()).toList();
  }

  private void round(int number, List<Measured> measured) {
    for (int i = 0; i < ways.size(); i++) {
      int way = (number + i) % ways.size();
      WriteLoad clients = load.apply(ways.get(way));
      try {
        measure(ways.get(way), measured.get(way));
      } finally {
        clients.close();
      }
      ways.get(way).removeCopies();
    }
  }

  private static void measure(CopiedDatabase database, Measured measured) {
    try (PauseProbe probe = PauseProbe.on(database.connect())) {
      measure(probe, database::snapshot, measured.snapshot(), measured.snapshotPause());
      measure(probe, database::branch, measured.branch(), measured.branchPause());
    } catch (SQLException e) {
      throw new BenchFailure("cannot log in to a database: " + e.getMessage(), e);
    }
  }

  private static void measure(
      PauseProbe probe, DoubleSupplier work, Samples time, Samples longestPause) {
    probe.reset();
    time.add(work.getAsDouble());
    longestPause.add(probe.longestPause());
  }
}
