package dev.goldenrod;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.cluster.ClusterKind;
import dev.goldenrod.cluster.DataPlaneKind;
import dev.goldenrod.golden.ShareScope;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.golden.VersionStatus;
import dev.goldenrod.instance.DesiredState;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.member.Role;
import dev.goldenrod.source.SourceKind;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WireNameTest {
  @Test
  void every_value_has_the_name_of_the_specification() {
    assertThat(InstanceSize.values())
        .extracting(InstanceSize::wireName)
        .containsExactly("small", "medium", "large");
    assertThat(Substrate.values())
        .extracting(Substrate::wireName)
        .containsExactly("postgres", "mysql", "mongodb");
    assertThat(SourceKind.values()).extracting(SourceKind::wireName).containsExactly("rds", "s3");
    assertThat(ShareScope.values())
        .extracting(ShareScope::wireName)
        .containsExactly("admin", "org");
    assertThat(DesiredState.values())
        .extracting(DesiredState::wireName)
        .containsExactly("present", "absent");
    assertThat(ClusterKind.values())
        .extracting(ClusterKind::wireName)
        .containsExactly("embedded", "agent");
    assertThat(DataPlaneKind.values())
        .extracting(DataPlaneKind::wireName)
        .containsExactly("local", "kubernetes");
    assertThat(VersionStatus.values())
        .extracting(VersionStatus::wireName)
        .containsExactly("reserved", "ready");
    assertThat(Role.values())
        .extracting(Role::wireName)
        .containsExactly("viewer", "user", "operator", "admin");
  }

  @Test
  void names_are_read_back() {
    for (InstanceSize size : InstanceSize.values()) {
      assertThat(InstanceSize.parse(size.wireName())).contains(size);
    }
    for (Substrate substrate : Substrate.values()) {
      assertThat(Substrate.parse(substrate.wireName())).contains(substrate);
    }
    for (SourceKind kind : SourceKind.values()) {
      assertThat(SourceKind.parse(kind.wireName())).contains(kind);
    }
    for (DataPlaneKind kind : DataPlaneKind.values()) {
      assertThat(DataPlaneKind.parse(kind.wireName())).contains(kind);
    }
    assertThat(DataPlaneKind.parse("LOCAL")).isEmpty();
    for (Role role : Role.values()) {
      assertThat(Role.parse(role.wireName())).contains(role);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Small", "SMALL", " small", "POSTGRES", "Rds", "ADMIN", "huge"})
  void no_other_text_is_a_name(String text) {
    assertThat(InstanceSize.parse(text)).isEmpty();
    assertThat(Substrate.parse(text)).isEmpty();
    assertThat(SourceKind.parse(text)).isEmpty();
    assertThat(Role.parse(text)).isEmpty();
  }

  @Test
  void names_are_the_same_in_every_locale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("tr"));
      assertThat(ShareScope.ADMIN.wireName()).isEqualTo("admin");
      assertThat(InstanceSize.MEDIUM.wireName()).isEqualTo("medium");
    } finally {
      Locale.setDefault(before);
    }
  }
}
