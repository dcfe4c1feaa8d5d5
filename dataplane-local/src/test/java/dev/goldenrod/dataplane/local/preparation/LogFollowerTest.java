package dev.goldenrod.dataplane.local.preparation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFollowerTest {
  @TempDir Path folder;

  @Test
  void lines_are_handed_over_once_they_are_whole() throws IOException {
    Path log = Files.writeString(folder.resolve("log"), "one\ntw");
    List<String> lines = new ArrayList<>();

    try (LogFollower follower = new LogFollower(log)) {
      follower.forEachNew(lines::add);
      assertThat(lines).containsExactly("one");
      follower.last(lines::add);
    }

    assertThat(lines).containsExactly("one", "tw");
  }

  @Test
  void a_line_without_end_takes_up_no_more_memory_than_a_long_one() throws IOException {
    Path log = folder.resolve("log");
    Files.write(log, new byte[LogFollower.LONGEST_LINE + 1]);
    List<Integer> lengths = new ArrayList<>();

    try (LogFollower follower = new LogFollower(log)) {
      follower.forEachNew(line -> lengths.add(line.length()));
      follower.last(line -> lengths.add(line.length()));
    }

    assertThat(lengths).containsExactly(LogFollower.LONGEST_LINE, 1);
  }
}
