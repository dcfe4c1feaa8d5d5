package dev.goldenrod.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.bench.http.ConsoleBenchmark.Measured;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class ConsoleBenchmarkTest {
  @Test
  void each_page_shows_rows_to_the_member_who_signed_in(@TempDir Path store) {
    try (ConsoleBenchmark benchmark = ConsoleBenchmark.start(List.of("3", store.toString()))) {
      Map<String, Measured> pages = benchmark.run(1, 2);

      assertThat(pages).containsKeys("/", "/databases", "/clones", "/goldens", "/audit");
      assertThat(pages.values())
          .allSatisfy(page -> assertThat(page.milliseconds().size()).isEqualTo(2));
      assertThat(pages.get("/databases").bytes()).isGreaterThan(pages.get("/imports").bytes());
    }
  }
}
