package dev.goldenrod.masking.proof;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ByteSearchSpeedTest {
  private static final int MEGABYTES = 64;

  /** Megabytes for each second of processor time, without the optimizing compiler. */
  private static final double LEAST = 60;

  @Test
  void rows_are_searched_for_ten_thousand_canaries_at_the_speed_of_a_disk() throws IOException {
    Random random = new Random(1);
    List<byte[]> canaries = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      canaries.add(person(random).getBytes(UTF_8));
    }
    ByteSearch search = ByteSearch.of(canaries);
    byte[] rows = rows(random);
    search.search(new ByteArrayInputStream(rows));

    long start = processorTime();
    search.search(new ByteArrayInputStream(rows));
    double perSecond = MEGABYTES / ((processorTime() - start) / 1e9);

    System.out.printf("searched %.0f MB/s%n", perSecond);
    assertThat(perSecond).isGreaterThan(LEAST);
  }

  private static long processorTime() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static byte[] rows(Random random) {
    byte[] rows = new byte[MEGABYTES << 20];
    int at = 0;
    while (at < rows.length) {
      byte[] row = (random.nextInt() + "\t" + person(random) + "\tBerlin\n").getBytes(UTF_8);
      int length = Math.min(row.length, rows.length - at);
      System.arraycopy(row, 0, rows, at, length);
      at += length;
    }
    return rows;
  }

  private static String person(Random random) {
    return "user.%d@mail%d.example".formatted(random.nextInt(1_000_000_000), random.nextInt(50));
  }
}
