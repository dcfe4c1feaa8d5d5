package dev.goldenrod.testkit.dataplane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Takeover;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Contract of a database that takes over another one's endpoint. */
public abstract class DataPlaneContractTakeovers extends DataPlaneContractPart {
  private DatabaseSpec parent;
  private DatabaseSpec branch;
  private Credentials main;

  @Test
  void a_branch_answers_at_its_parents_endpoint_and_the_parent_goes_on_elsewhere()
      throws Exception {
    makeParentAndBranch();
    Set<UUID> heard = ConcurrentHashMap.newKeySet();
    plane.onChange(heard::add);

    takeOver(branch);

    assertThat(login(branch)).isEqualTo(main);
    assertThat(read(main)).isEqualTo("branch");
    assertThat(awaitState(parent, DatabaseState.READY).endpoint()).isNotEqualTo(endpoint(main));
    assertThat(read(login(parent))).isEqualTo("parent");
    await("notification of the takeover").until(() -> heard, ids -> ids.contains(parent.id()));
    assertThat(heard).contains(branch.id());
  }

  @Tag("slow")
  @Test
  void both_keep_their_endpoints_over_stops_and_restarts() throws Exception {
    makeParentAndBranch();
    takeOver(branch);
    awaitState(parent, DatabaseState.READY);
    Credentials former = login(parent);

    restart();
    ensureStopped(branch);
    ensureStopped(parent);
    ensureReady(parent);
    ensureReady(branch);

    assertThat(login(branch)).isEqualTo(main);
    assertThat(login(parent)).isEqualTo(former);
    assertThat(read(main)).isEqualTo("branch");
    assertThat(read(former)).isEqualTo("parent");
  }

  @Tag("slow")
  @Test
  void a_stopped_parent_stays_stopped_and_starts_elsewhere() throws Exception {
    makeParentAndBranch();
    ensureStopped(parent);

    takeOver(branch);

    assertThat(read(main)).isEqualTo("branch");
    assertThat(awaitState(parent, DatabaseState.STOPPED).endpoint()).isNotEqualTo(endpoint(main));
    ensureReady(parent);
    assertThat(read(login(parent))).isEqualTo("parent");
  }

  @Test
  void a_takeover_that_was_interrupted_is_done_when_it_is_asked_for_again() throws Exception {
    makeParentAndBranch();
    plane.databases().ensure(takingOver(branch));

    restart();
    plane.databases().ensure(parent);
    takeOver(branch);

    assertThat(read(main)).isEqualTo("branch");
    awaitState(parent, DatabaseState.READY);
    assertThat(read(login(parent))).isEqualTo("parent");
  }

  @Tag("slow")
  @Test
  void a_takeover_that_is_asked_for_late_changes_nothing() throws Exception {
    makeParentAndBranch();
    takeOver(branch);
    DatabaseSpec next = branchOf(branch);
    ensureReady(next);
    write(login(next), "next");
    takeOver(next);
    Credentials second = login(next);

    plane.databases().ensure(takingOver(branch));
    awaitState(branch, DatabaseState.READY);

    assertThat(second).isEqualTo(main);
    assertThat(read(main)).isEqualTo("next");
    assertThat(read(login(branch))).isEqualTo("branch");
  }

  @Tag("slow")
  @Test
  void a_parent_can_take_its_endpoint_back() throws Exception {
    makeParentAndBranch();
    takeOver(branch);
    awaitState(parent, DatabaseState.READY);

    takeOver(parent);

    assertThat(read(main)).isEqualTo("parent");
    awaitState(branch, DatabaseState.READY);
    assertThat(read(login(branch))).isEqualTo("branch");
  }

  @Tag("slow")
  @Test
  void either_lives_on_without_the_other() throws Exception {
    makeParentAndBranch();
    takeOver(branch);
    awaitState(parent, DatabaseState.READY);
    DatabaseSpec other = branchOf(branch);
    ensureReady(other);

    plane.databases().remove(parent.id());
    awaitAbsent(parent.id());
    DatabaseSpec fresh = from(blank());
    ensureReady(fresh);
    ensureStopped(branch);
    ensureReady(branch);
    assertThat(read(main)).isEqualTo("branch");

    takeOver(other);
    plane.databases().remove(branch.id());
    awaitAbsent(branch.id());
    assertThat(read(main)).isEqualTo("branch");
    assertThat(read(login(fresh))).isEmpty();
    assertThat(plane.inventory().databases()).containsExactlyInAnyOrder(other.id(), fresh.id());
  }

  private void makeParentAndBranch() throws Exception {
    parent = from(blank());
    ensureReady(parent);
    main = login(parent);
    write(main, "parent");
    branch = branchOf(parent);
    ensureReady(branch);
    write(login(branch), "branch");
  }

  private void takeOver(DatabaseSpec database) {
    plane.databases().ensure(takingOver(database));
    await("database is READY at the other's endpoint")
        .until(
            () -> plane.databases().observe(database.id()),
            seen -> {
              assertThat(seen.state()).as(seen.message()).isNotEqualTo(DatabaseState.FAILED);
              return isThere(seen);
            });
  }

  private boolean isThere(DatabaseObservation seen) {
    return seen.state() == DatabaseState.READY && seen.endpoint().equals(endpoint(main));
  }

  private DatabaseSpec takingOver(DatabaseSpec database) {
    return database.takingOver(new Takeover(1, endpoint(main)));
  }

  private static String endpoint(Credentials login) {
    return login.host() + ":" + login.port();
  }
}
