package dev.goldenrod.server.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestClientsTest {
  @TempDir private Path folder;

  @Test
  void what_is_no_file_of_a_client_keeps_no_other_from_being_looked_at() throws IOException {
    Path clients = Files.createDirectory(folder.resolve("clients"));
    Files.createDirectory(clients.resolve("a-folder"));
    Path ended = Files.writeString(clients.resolve("ended"), "one\ntwo\n");
    List<String> clones = new ArrayList<>();

    assertThat(new TestClients(folder).sweep(clones::add)).isZero();

    assertThat(clones).containsExactly("one", "two");
    assertThat(ended).doesNotExist();
  }

  @Test
  void what_a_process_left_that_was_killed_before_it_was_a_client_goes() throws IOException {
    Path left = Files.createFile(folder.resolve("client123.new"));
    Path other = Files.createFile(folder.resolve("goldenrod.jar.new"));

    new TestClients(folder).deleteUnfinished();

    assertThat(left).doesNotExist();
    assertThat(other).exists();
  }
}
