package dev.goldenrod.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.member.AccessToken;
import dev.goldenrod.member.Scopes;
import dev.goldenrod.member.TokenKind;
import dev.goldenrod.member.User;
import dev.goldenrod.port.Place;
import dev.goldenrod.port.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

abstract class StoreContractExpiry extends StoreContractPart {
  @Test
  void tokens_are_deleted_when_their_time_was_up_and_one_without_an_end_never() {
    User ann = user("ann@x", longBefore(0));
    AccessToken first = expiring(ann, longBefore(2), null);
    AccessToken child = expiring(ann, longBefore(2), first.id());
    AccessToken kept = expiring(ann, longBefore(0), null);
    AccessToken endless = expiring(ann, null, null);
    store()
        .useTransaction(
            tx -> {
              tx.users().insert(ann);
              List.of(first, child, kept, endless).forEach(one -> tx.tokens().insert(one));
            });

    assertThat(count(tx -> tx.tokens().deleteExpiredBefore(longBefore(0), 1))).isEqualTo(1);
    assertThat(rows(tx -> tx.tokens().listOf(ann.id()))).containsExactly(kept, endless);
    assertThat(count(tx -> tx.tokens().deleteExpiredBefore(longBefore(0), 10))).isZero();
    assertThat(count(tx -> tx.tokens().deleteExpiredBefore(longBefore(-1), 10))).isEqualTo(1);
    assertThat(rows(tx -> tx.tokens().listOf(ann.id()))).containsExactly(endless);
  }

  private AccessToken expiring(User user, @Nullable Instant expiresAt, @Nullable UUID parentId) {
    return new AccessToken(
        UUID.randomUUID(),
        orgId,
        user.id(),
        TokenKind.SCRIPT,
        "ci",
        unique("hash"),
        longBefore(0),
        expiresAt,
        parentId,
        Scopes.ALL);
  }

  @Test
  void jobs_are_deleted_by_their_end_but_the_last_of_a_version_that_is_there() {
    Golden golden = golden("shop", longBefore(0));
    GoldenVersion version =
        GoldenVersion.reserved(golden.id(), 1, "import/1", UUID.randomUUID(), longBefore(0));
    ImportJob tried = job(null, golden.id(), longBefore(9)).failed("no route", longBefore(8));
    ImportJob triedAgain = job(null, golden.id(), longBefore(7)).failed("no route", longBefore(6));
    ImportJob made =
        job(null, golden.id(), longBefore(5)).failed("stands for its success", longBefore(4));
    ImportJob gone =
        job(null, UUID.randomUUID(), longBefore(3)).failed("no version", longBefore(2));
    ImportJob recent = job(null, UUID.randomUUID(), longBefore(3)).failed("young", longBefore(0));
    ImportJob running = job(null, UUID.randomUUID(), longBefore(9));
    store()
        .useTransaction(
            tx -> {
              tx.goldens().insert(golden);
              tx.goldens().insertVersion(version);
              List.of(tried, triedAgain, made, gone, recent, running)
                  .forEach(job -> tx.imports().insert(job));
            });

    assertThat(count(tx -> tx.imports().deleteEndedBefore(longBefore(0), 2))).isEqualTo(2);
    assertThat(count(tx -> tx.imports().deleteEndedBefore(longBefore(0), 2))).isEqualTo(1);
    assertThat(count(tx -> tx.imports().deleteEndedBefore(longBefore(0), 2))).isZero();
    assertThat(rows(tx -> tx.imports().list(orgId)))
        .containsExactlyInAnyOrder(made, recent, running);
  }

  @Test
  void jobs_are_listed_page_by_page_newest_first() {
    ImportJob first = job(null, UUID.randomUUID(), T0);
    ImportJob second = job(null, UUID.randomUUID(), T0);
    ImportJob third = job(null, UUID.randomUUID(), at(1));
    store()
        .useTransaction(
            tx -> List.of(third, first, second).forEach(job -> tx.imports().insert(job)));

    assertThat(rows(tx -> tx.imports().list(orgId, null, 2))).containsExactly(third, second);
    assertThat(rows(tx -> tx.imports().list(orgId, place(tx, third), 1))).containsExactly(second);
    assertThat(rows(tx -> tx.imports().list(orgId, place(tx, second), 9))).containsExactly(first);
    assertThat(rows(tx -> tx.imports().list(orgId, place(tx, first), 9))).isEmpty();
    assertThat(rows(tx -> tx.imports().list(UUID.randomUUID(), null, 9))).isEmpty();
  }

  @Test
  void the_place_of_a_job_outlives_it() {
    ImportJob first = job(null, UUID.randomUUID(), T0);
    ImportJob second = job(null, UUID.randomUUID(), T0);
    store().useTransaction(tx -> List.of(first, second).forEach(job -> tx.imports().insert(job)));
    Place place = in(tx -> place(tx, second));

    store().useTransaction(tx -> tx.imports().delete(orgId, second.id()));

    assertThat(rows(tx -> tx.imports().list(orgId, place, 9))).containsExactly(first);
    assertThat(one(tx -> tx.imports().place(orgId, second.id()))).isEmpty();
    assertThat(one(tx -> tx.imports().place(UUID.randomUUID(), first.id()))).isEmpty();
  }

  private Place place(Transaction tx, ImportJob job) {
    return tx.imports().place(orgId, job.id()).orElseThrow();
  }
}
