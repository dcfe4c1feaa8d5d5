package dev.goldenrod.testing;

import dev.goldenrod.idempotency.IdempotencyRecord;
import dev.goldenrod.port.IdempotencyRepository;
import dev.goldenrod.port.ValueNormalizer;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

final class InMemoryIdempotency implements IdempotencyRepository {
  private final InMemoryTable<AnswerKey, IdempotencyRecord> answers;

  InMemoryIdempotency(UndoLog undoLog) {
    answers =
        new InMemoryTable<>(
            undoLog, "answer", answer -> new AnswerKey(answer.userId(), answer.key()));
  }

  @Override
  public boolean insertIfAbsent(IdempotencyRecord answer) {
    boolean absent = find(answer.userId(), answer.key()).isEmpty();
    if (absent) {
      answers.insert(answer);
    }
    return absent;
  }

  @Override
  public Optional<IdempotencyRecord> find(UUID userId, String key) {
    return answers.find(new AnswerKey(userId, key));
  }

  @Override
  public void update(IdempotencyRecord answer) {
    answers.replace(answer);
  }

  @Override
  public void delete(UUID userId, String key) {
    answers.remove(new AnswerKey(userId, key));
  }

  @Override
  public void deleteCreatedBefore(Instant time) {
    answers.removeIf(answer -> answer.createdAt().isBefore(ValueNormalizer.instant(time)));
  }

  private record AnswerKey(UUID userId, String key) {}
}
