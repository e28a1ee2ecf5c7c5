import pytest

from minigrad import cuda


@pytest.mark.parametrize("kind", ["Event", "Stream"])
def test_without_a_gpu_as_torch_says(no_gpu, kind):
    torch = pytest.importorskip("torch")
    said = []
    for lib in (cuda, torch.cuda):
        with pytest.raises(RuntimeError) as raised:
            getattr(lib, kind)()
        said.append(str(raised.value).splitlines()[0].replace("minigrad", "torch"))
    assert said[0] == said[1]


def test_two_events_take_the_time_between_them(two_gpus):
    start, end = cuda.Event(enable_timing=True), cuda.Event(enable_timing=True)
    start.record()
    end.record()
    end.synchronize()
    assert start.elapsed_time(end) == 2.0 and end.query() and two_gpus.waited == ["event"]


def test_work_goes_into_a_stream(two_gpus):
    mine, other = cuda.Stream(), cuda.Stream()
    with cuda.stream(mine):
        assert cuda.current_stream()._stream is mine._stream
    with cuda.stream(None):
        assert two_gpus.Stream.current == []
    mine.wait_stream(other)
    mine.wait_event(other.record_event())
    assert len(mine._stream.waits) == 2 and mine.query()
    mine.synchronize()
    assert two_gpus.waited == ["stream"]


def test_an_event_makes_a_stream_wait(two_gpus):
    stream = cuda.Stream()
    event = stream.record_event()
    event.wait(stream)
    assert stream._stream.waits == [event._event]


def test_a_time_is_a_gpus(no_gpu):
    with pytest.raises(RuntimeError, match=r"(?s)dummy base class Event.*time.perf_counter\(\)"):
        cuda.Event()
