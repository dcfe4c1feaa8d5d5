package dev.goldenrod.dataplane.k8s.options;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.k8s.options.NamespaceMembers.Rule;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamespaceMembersTest {
  private static final String MEMBER = "ci@example.com";
  private static final String SERVER = "goldenrod-system";

  @Test
  void a_pattern_fits_any_characters() {
    assertThat(members("pr-*").memberOf("pr-7")).contains(MEMBER);
    assertThat(members("pr-*").memberOf("other")).isEmpty();
    assertThat(members("*").memberOf("other")).contains(MEMBER);
  }

  @ParameterizedTest
  @ValueSource(strings = {"kube-system", "kube-public", "kube-node-lease", SERVER})
  void namespaces_with_rights_of_their_own_have_to_be_named(String namespace) {
    assertThat(members("*").memberOf(namespace)).isEmpty();
    assertThat(members(namespace.substring(0, 3) + "*").memberOf(namespace)).isEmpty();
    assertThat(members("*", namespace).memberOf(namespace)).contains(MEMBER);
  }

  @Test
  void the_namespace_of_all_databases_is_none_of_them() {
    assertThat(members("*", "goldenrod").memberOf("goldenrod")).isEmpty();
  }

  private static NamespaceMembers members(String... namespaces) {
    List<Rule> rules = List.of(namespaces).stream().map(one -> new Rule(one, MEMBER)).toList();
    return NamespaceMembers.of(rules, "goldenrod", Optional.of(SERVER));
  }
}
