package dev.goldenrod.dataplane.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.process.PathOwnershipCheck.UserNamespace;
import java.util.List;
import org.junit.jupiter.api.Test;

class PathOwnershipCheckNamespaceTest {
  private static final int SHOWN = 65534;

  @Test
  void the_machines_own_namespace_has_a_number_for_everybody() {
    UserNamespace namespace = new UserNamespace(List.of("         0          0 4294967295"), SHOWN);

    assertThat(namespace.isOutside(SHOWN)).isFalse();
    assertThat(namespace.isOutside(0)).isFalse();
  }

  @Test
  void one_of_an_ordinary_user_shows_all_others_by_one_number() {
    UserNamespace namespace = new UserNamespace(List.of("         0       1000          1"), SHOWN);

    assertThat(namespace.isOutside(SHOWN)).isTrue();
    assertThat(namespace.isOutside(0)).isFalse();
    assertThat(namespace.isOutside(1000)).isFalse();
  }

  @Test
  void in_a_containers_the_number_is_a_users_of_the_container() {
    UserNamespace namespace = new UserNamespace(List.of("0 1000 1", "1 100000 65536"), SHOWN);

    assertThat(namespace.isOutside(SHOWN)).isFalse();
  }
}
