package dev.goldenrod.dataplane.k8s.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.k8s.work.Trouble;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerSignsTest {
  private static final List<String> READY = List.of("7", "/data", "ready", "");
  private static final List<String> STARTING = List.of("7", "/data", "starting", "");

  private final ServerSigns signs = new ServerSigns(pidFile -> pidFile.contains("ready"));

  @Test
  void a_server_that_listens_and_says_so_is_ready() {
    show(ServerSigns.LISTENS, READY);

    assertThat(signs.isReady()).isTrue();
  }

  @Test
  void the_file_of_the_server_whose_data_was_copied_counts_for_nothing() {
    show("", READY);
    show(ServerSigns.LISTENS, List.of(""));
    show(ServerSigns.LISTENS, STARTING);

    assertThat(signs.isReady()).isFalse();
  }

  @Test
  void what_was_ready_once_stays_so() {
    show(ServerSigns.LISTENS, READY);
    show("", List.of(""));

    assertThat(signs.isReady()).isTrue();
  }

  @Test
  void a_file_without_end_is_refused() {
    assertThatThrownBy(
            () -> {
              while (true) {
                signs.accept("line");
              }
            })
        .isInstanceOf(Trouble.class)
        .hasMessageContaining("pid file is damaged");
  }

  private void show(String listens, List<String> pidFile) {
    signs.accept(listens);
    pidFile.forEach(signs);
    signs.accept(ServerSigns.END);
  }
}
