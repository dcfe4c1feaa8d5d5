package dev.goldenrod.dataplane.local.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserNumbersTest {
  private static final int FIRST = 5000;
  private static final int LAST = 5399;

  @TempDir Path folder;

  @Test
  void an_id_that_was_given_back_comes_again_after_all_others_alone() {
    UserNumbers users = users("one", FIRST + 99);
    Set<Integer> given = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      given.add(used(users));
    }

    assertThat(given).hasSize(100);
    assertThat(given).contains(used(users));
  }

  @Test
  void a_server_that_was_killed_goes_on_after_the_ids_that_it_gave_out() {
    Set<Integer> given = new HashSet<>();
    for (int start = 0; start < 3; start++) {
      UserNumbers users = users("one", LAST);
      users.releaseUnheld();
      for (int i = 0; i < 70; i++) {
        assertThat(given.add(used(users))).isTrue();
      }
    }
  }

  @Test
  void an_id_in_use_is_left_out_when_the_range_begins_anew() {
    UserNumbers users = users("one", FIRST + 2);
    users.hold(FIRST + 1);

    assertThat(IntStream.range(0, 4).map(i -> used(users)))
        .containsOnly(FIRST, FIRST + 2)
        .hasSize(4);
  }

  @Test
  void an_id_that_another_server_uses_is_left_to_it() {
    int theirs = users("other", FIRST + 1).reserve();

    UserNumbers users = users("one", FIRST + 1);

    assertThat(users.reserve()).isBetween(FIRST, FIRST + 1).isNotEqualTo(theirs);
    assertThatThrownBy(users::reserve)
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("all user ids 5000-5001 are in use");
  }

  @Test
  void a_number_that_is_damaged_or_of_another_range_begins_the_order_anywhere() throws IOException {
    for (String kept : List.of("", "x", "17", "-1", "99999999999")) {
      Files.writeString(folder.resolve("one"), kept);

      assertThat(used(users("one", LAST))).isBetween(FIRST, LAST);
    }
  }

  private static int used(UserNumbers users) {
    int id = users.reserve();
    users.release(id);
    return id;
  }

  private UserNumbers users(String owner, int last) {
    PortReservations claims = new PortReservations(folder.resolve("claims"), owner);
    return new UserNumbers(folder.resolve(owner), FIRST, last, claims);
  }
}
