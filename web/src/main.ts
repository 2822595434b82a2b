document.title="lowpass";
