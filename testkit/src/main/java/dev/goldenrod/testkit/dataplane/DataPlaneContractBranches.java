package dev.goldenrod.testkit.dataplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Contract of branches of databases. */
public abstract class DataPlaneContractBranches extends DataPlaneContractPart {
  @Test
  void a_branch_has_what_its_parent_held_and_goes_its_own_way() throws Exception {
    DatabaseSpec parent = readyClone();
    write(login(parent), "before");

    DatabaseSpec branch = branchOf(parent);
    ensureReady(branch);

    assertThat(read(login(branch))).isEqualTo("before");
    assertThat(login(branch).password()).isEqualTo(login(parent).password());
    assertThat(login(branch).username()).isEqualTo(login(parent).username());
    assertThat(login(branch).port() + login(branch).host())
        .isNotEqualTo(login(parent).port() + login(parent).host());
    write(login(branch), "branch");
    write(login(parent), "parent");
    assertThat(read(login(branch))).isEqualTo("branch");
    assertThat(read(login(parent))).isEqualTo("parent");
  }

  @Tag("slow")
  @Test
  void a_branch_of_a_stopped_database_runs_and_its_parent_stays_stopped() throws Exception {
    DatabaseSpec parent = readyClone();
    write(login(parent), "kept");
    ensureStopped(parent);

    DatabaseSpec branch = branchOf(parent);
    ensureReady(branch);

    assertThat(read(login(branch))).isEqualTo("kept");
    awaitState(parent, DatabaseState.STOPPED);
  }

  @Tag("slow")
  @Test
  void branches_of_branches_live_on_without_those_they_were_made_of() throws Exception {
    DatabaseSpec parent = from(blank());
    ensureReady(parent);
    write(login(parent), "root");
    DatabaseSpec child = branchOf(parent);
    ensureReady(child);
    write(login(child), "child");
    DatabaseSpec grandchild = branchOf(child);
    ensureReady(grandchild);

    plane.databases().remove(child.id());
    awaitAbsent(child.id());
    assertThat(read(login(grandchild))).isEqualTo("child");
    assertThat(read(login(parent))).isEqualTo("root");
    plane.databases().remove(parent.id());
    awaitAbsent(parent.id());

    ensureStopped(grandchild);
    ensureReady(grandchild);
    assertThat(read(login(grandchild))).isEqualTo("child");
    assertThat(plane.inventory().databases()).containsExactly(grandchild.id());
  }

  @Tag("slow")
  @Test
  void a_branch_made_anew_has_what_its_parent_holds_then() throws Exception {
    DatabaseSpec parent = readyClone();
    write(login(parent), "one");
    DatabaseSpec branch = branchOf(parent);
    ensureReady(branch);
    Credentials login = login(branch);
    write(login, "discarded");
    write(login(parent), "two");

    ensureReady(branch.atGeneration(1));

    assertThat(login(branch)).isEqualTo(login);
    assertThat(read(login)).isEqualTo("two");
  }
}
