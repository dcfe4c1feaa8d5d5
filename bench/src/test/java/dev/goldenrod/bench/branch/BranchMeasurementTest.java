package dev.goldenrod.bench.branch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.bench.branch.BranchMeasurement.Measured;
import dev.goldenrod.bench.measure.Chart;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BranchMeasurementTest {
  private final List<String> copied = new ArrayList<>();
  private final CopiedDatabase goldenrod = new FakeDatabase("API", 10, 30);
  private final CopiedDatabase script = new FakeDatabase("hand", 5, 60);
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final Chart chart = new Chart("Branches");
  private final BranchFigures figures =
      new BranchFigures(new PrintStream(printed, true, StandardCharsets.UTF_8), chart);

  @Test
  void each_way_begins_a_round_in_turns_and_removes_its_copies_before_the_other() {
    measure(List.of(goldenrod, script), 0, 2);

    assertThat(copied)
        .containsExactly(
            "API snapshot",
            "API branch",
            "API removal",
            "hand snapshot",
            "hand branch",
            "hand removal",
            "hand snapshot",
            "hand branch",
            "hand removal",
            "API snapshot",
            "API branch",
            "API removal");
  }

  @Test
  void rounds_to_warm_up_leave_no_figures() {
    List<Measured> measured = measure(List.of(goldenrod, script), 2, 3);

    assertThat(measured).hasSize(2);
    assertThat(measured.get(1).branch().size()).isEqualTo(3);
  }

  @Test
  void both_ways_are_printed_and_drawn_with_the_ratio_of_their_medians() {
    figures.print("10m", "idle", measure(List.of(goldenrod, script), 0, 1));

    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("by the API", "by hand")
        .contains("2.00 (goal: 1.5)")
        .contains("0.50 (goal: 0.7)");
    assertThat(chart.svg()).contains("10m, idle: branch", "by the API", "by hand");
  }

  @Test
  void without_copies_by_hand_there_is_no_ratio() {
    figures.print("10m", "idle", measure(List.of(goldenrod), 0, 1));

    assertThat(printed.toString(StandardCharsets.UTF_8))
        .contains("by the API")
        .doesNotContain("hand", "goal");
  }

  private static List<Measured> measure(List<CopiedDatabase> ways, int warmUps, int rounds) {
    return new BranchMeasurement(ways, database -> WriteLoad.none()).run(warmUps, rounds);
  }

  private final class FakeDatabase implements CopiedDatabase {
    private final String name;
    private final double snapshot;
    private final double branch;

    private FakeDatabase(String name, double snapshot, double branch) {
      this.name = name;
      this.snapshot = snapshot;
      this.branch = branch;
    }

    @Override
    public Connection connect() throws SQLException {
      return DriverManager.getConnection("jdbc:h2:mem:");
    }

    @Override
    public double snapshot() {
      copied.add(name + " snapshot");
      return snapshot;
    }

    @Override
    public double branch() {
      copied.add(name + " branch");
      return branch;
    }

    @Override
    public void removeCopies() {
      copied.add(name + " removal");
    }

    @Override
    public void remove() {}
  }
}
