package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskSpaceTest {
  @TempDir private Path folder;

  @Test
  void a_dump_is_plain_only_with_room_for_several_times_the_database() throws IOException {
    long free = Files.getFileStore(folder).getUsableSpace();

    assertThat(DiskSpace.holdsPlainDump(folder, free / 100)).isTrue();
    assertThat(DiskSpace.holdsPlainDump(folder, free / 2)).isFalse();
  }
}
