package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.control.Goldens.RegisterVersion;
import dev.goldenrod.database.Database;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.member.Actor;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Databases and goldens that are protected from deletion. */
class ProtectionTest extends DatabasesFixture {
  private static final DatabaseUpdate PROTECTED = DatabaseUpdate.ofProtection(true);

  @Test
  void a_protected_database_is_not_deleted_until_its_protection_ends() {
    create("shop");
    settle();
    databases.update(ada, "shop", PROTECTED);

    assertProtected(() -> databases.delete(ada, "shop", false));
    assertProtected(() -> databases.delete(ada, "shop", true));
    UUID id = databases.find(ada, "shop").id();
    assertProtected(() -> databases.delete(ada, id, true));
    assertThat(databases.find(ada, "shop").isPresent()).isTrue();

    databases.update(ada, "shop", DatabaseUpdate.ofProtection(false));
    databases.delete(ada, "shop", false);
    settle();
    assertThat(databases.list(ada)).isEmpty();
  }

  @Test
  void all_branches_stay_when_one_of_them_is_protected() {
    create("shop");
    settle();
    databases.branch(ada, "shop", new Databases.Branch("first", ""));
    databases.branch(ada, "shop", new Databases.Branch("second", ""));
    databases.update(ada, "second", PROTECTED);

    assertProtected(() -> databases.deleteBranches(ada, "shop"));

    assertThat(databases.branches(ada, "shop")).allMatch(Database::isPresent).hasSize(2);
  }

  @Test
  void a_branch_is_not_protected_because_its_parent_is() {
    create("shop");
    settle();
    databases.update(ada, "shop", PROTECTED);

    assertThat(databases.branch(ada, "shop", new Databases.Branch("first", "")).isProtected())
        .isFalse();
  }

  @Test
  void who_takes_the_place_of_a_protected_database_is_protected_too() {
    create("shop");
    settle();
    databases.branch(ada, "shop", new Databases.Branch("next", ""));
    settle();
    databases.update(ada, "shop", PROTECTED);

    databases.promote(ada, "next");
    settle();

    assertProtected(() -> databases.delete(ada, "shop", true));
    assertProtected(() -> databases.delete(ada, "shop-old-1", true));
  }

  @Test
  void a_member_with_a_protected_database_is_not_removed() {
    Actor ann = member("ann@example.com");
    databases.create(ann, postgres("anns"));
    databases.update(ann, "anns", PROTECTED);

    assertProtected(() -> control.members().remove(ada, ann.userId()));

    assertThat(control.members().find(ada, ann.userId()).isActive()).isTrue();
  }

  @Test
  void a_protected_golden_is_not_deleted_until_its_protection_ends() {
    UUID crm =
        control
            .goldens()
            .register(ada, RegisterVersion.of("crm", Substrate.POSTGRES, "h"))
            .goldenId();
    assertThat(control.goldens().protect(ada, crm, true).golden().isProtected()).isTrue();

    assertProtected(() -> control.goldens().delete(ada, crm, false));
    assertProtected(() -> control.goldens().delete(ada, crm, true));
    assertThat(control.goldens().share(ada, crm, true).isProtected()).isTrue();

    control.goldens().protect(ada, crm, false);
    control.goldens().delete(ada, crm, false);
    assertThat(control.goldens().list(ada)).isEmpty();
  }

  private static void assertProtected(Runnable deletion) {
    ControlPlaneException refusal = null;
    try {
      deletion.run();
    } catch (ControlPlaneException refused) {
      refusal = refused;
    }
    assertThat(refusal).isNotNull();
    assertThat(refusal.code()).isEqualTo(ErrorCode.PROTECTED);
    assertThat(refusal.getMessage()).contains("is protected; set protected to false");
  }
}
